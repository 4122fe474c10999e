/* The part of Python's stable ABI (3.11) that the extension uses. With Python's own headers one could build only for
   the machine that one is on, and only where they are installed. */

#include <stddef.h>
#include <stdint.h>

typedef ptrdiff_t Py_ssize_t;
typedef struct _object {
  Py_ssize_t ob_refcnt;
  void *ob_type;
} PyObject;

typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);
typedef struct {
  const char *ml_name;
  PyCFunction ml_meth;
  int ml_flags;
  const char *ml_doc;
} PyMethodDef;

typedef struct {
  PyObject ob_base;
  PyObject *(*m_init)(void);
  Py_ssize_t m_index;
  PyObject *m_copy;
} PyModuleDef_Base;

typedef struct {
  PyModuleDef_Base m_base;
  const char *m_name, *m_doc;
  Py_ssize_t m_size;
  PyMethodDef *m_methods;
  void *m_slots, *m_traverse, *m_clear, *m_free;
} PyModuleDef;

typedef struct {
  void *buf;
  PyObject *obj;
  Py_ssize_t len, itemsize;
  int readonly, ndim;
  char *format;
  Py_ssize_t *shape, *strides, *suboffsets;
  void *internal;
} Py_buffer;

enum { METH_FASTCALL = 0x80, PyBUF_ND = 0x8, PYTHON_API_VERSION = 1013 };

PyObject *PyModule_Create2(PyModuleDef *definition, int version);
int PyModule_AddObjectRef(PyObject *module, const char *name, PyObject *value);
int PyModule_AddStringConstant(PyObject *module, const char *name, const char *value);
PyObject *PyModule_GetNameObject(PyObject *module);
PyObject *PyCFunction_NewEx(PyMethodDef *method, PyObject *self, PyObject *module);
int PyObject_GetBuffer(PyObject *object, Py_buffer *buffer, int flags);
void PyBuffer_Release(Py_buffer *buffer);
PyObject *PyLong_FromLong(long value);
PyObject *PyLong_FromLongLong(long long value);
PyObject *PyNumber_Index(PyObject *object);
long PyLong_AsLong(PyObject *object);
unsigned long long PyLong_AsUnsignedLongLongMask(PyObject *object);
PyObject *PyBool_FromLong(long value);
int PyObject_IsTrue(PyObject *object);
PyObject *PyFloat_FromDouble(double value);
double PyFloat_AsDouble(PyObject *object);
PyObject *PyTuple_New(Py_ssize_t size);
Py_ssize_t PyTuple_Size(PyObject *tuple);
PyObject *PyTuple_GetItem(PyObject *tuple, Py_ssize_t index);
int PyTuple_SetItem(PyObject *tuple, Py_ssize_t index, PyObject *item);
PyObject *PyErr_Occurred(void);
PyObject *PyErr_Format(PyObject *type, const char *format, ...);
void *PyEval_SaveThread(void);
void PyEval_RestoreThread(void *state);
void Py_IncRef(PyObject *object);
void Py_DecRef(PyObject *object);
#ifdef _WIN32
#define PYTHON_DATA __declspec(dllimport) extern
#define PYTHON_EXPORT __declspec(dllexport)
#else
#define PYTHON_DATA extern
#define PYTHON_EXPORT __attribute__((visibility("default")))
#endif
PYTHON_DATA PyObject *PyExc_TypeError;
PYTHON_DATA PyObject *PyExc_RuntimeError;
PYTHON_DATA PyObject _Py_NoneStruct;
