/* The Python extension `okawari._kernels`: a function for each row of the table of entry points.

   A call writes its arguments into words as `kinds` says (see trampolines.py), calls the trampoline without the GIL,
   and makes Python objects of the results. */

#include "python_abi.h"

#include <string.h>

typedef struct {
  const char *name, *kinds;
  const int32_t *sizes;
  int32_t (*call)(int64_t *words);
} entry;

extern const entry okawari_entries[];
extern const int32_t okawari_entry_count;
extern const char okawari_stamp[];

/* MOST_WORDS comes from trampolines.py. */
enum { MOST_ENTRIES = 512 };

/* The progress of writing words. */
typedef struct {
  const entry *entry;
  const char *kind;
  const int32_t *size;
  int64_t *word;
} cursor;

static PyObject *wrong(const entry *entry, const char *what) {
  return PyErr_Format(PyExc_TypeError, "%s: %s", entry->name, what);
}

static int write_array(cursor *at, PyObject *object) {
  Py_buffer buffer;
  int dimensions = *at->kind - '0';
  if (PyObject_GetBuffer(object, &buffer, PyBUF_ND)) return -1;
  int fits = buffer.ndim == dimensions && buffer.itemsize == *at->size++;
  if (fits) {
    *at->word++ = (int64_t)(intptr_t)buffer.buf;
    for (int n = 0; n < dimensions; n++) *at->word++ = buffer.shape[n];
  }
  /* The caller's reference keeps the array. */
  PyBuffer_Release(&buffer);
  if (!fits) wrong(at->entry, "an array has another type or number of dimensions than was declared");
  return fits ? 0 : -1;
}

static int write_integer(cursor *at, PyObject *object) {
  PyObject *number = PyNumber_Index(object);
  if (!number) return -1;
  *at->word++ = (int64_t)PyLong_AsUnsignedLongLongMask(number);
  Py_DecRef(number);
  return PyErr_Occurred() ? -1 : 0;
}

static int write_float(cursor *at, PyObject *object) {
  double value = PyFloat_AsDouble(object);
  if (value == -1.0 && PyErr_Occurred()) return -1;
  memcpy(at->word++, &value, sizeof value);
  return 0;
}

static int write_argument(cursor *at, PyObject *object);

static int write_fields(cursor *at, PyObject *object) {
  Py_ssize_t there = PyTuple_Size(object), n = 0;
  if (there < 0) return -1;
  for (at->kind++; *at->kind != ')'; at->kind++, n++) {
    if (n == there) break;
    if (write_argument(at, PyTuple_GetItem(object, n))) return -1;
  }
  if (*at->kind == ')' && n == there) return 0;
  wrong(at->entry, "a tuple has another number of fields than was declared");
  return -1;
}

/* Write the argument of the kind that the cursor is at; a tuple leaves the cursor at its closing bracket. */
static int write_argument(cursor *at, PyObject *object) {
  switch (*at->kind) {
    case '(':
      return write_fields(at, object);
    case 'i':
      return write_integer(at, object);
    case 'd':
      return write_float(at, object);
    case 'b': {
      int value = PyObject_IsTrue(object);
      *at->word++ = value > 0;
      return value < 0 ? -1 : 0;
    }
    default:
      return write_array(at, object);
  }
}

static PyObject *read_result(char kind, int64_t word) {
  if (kind == 'b') return PyBool_FromLong((long)word);
  if (kind == 'i') return PyLong_FromLongLong(word);
  double value;
  memcpy(&value, &word, sizeof value);
  return PyFloat_FromDouble(value);
}

static PyObject *read_results(const char *kinds, const int64_t *words) {
  Py_ssize_t results = (Py_ssize_t)strlen(kinds);
  if (results == 0) {
    Py_IncRef(&_Py_NoneStruct);
    return &_Py_NoneStruct;
  }
  if (results == 1) return read_result(*kinds, *words);
  PyObject *tuple = PyTuple_New(results);
  for (Py_ssize_t n = 0; tuple && n < results; n++) {
    PyObject *item = read_result(kinds[n], words[n]);
    if (!item || PyTuple_SetItem(tuple, n, item)) {
      Py_DecRef(tuple);
      return NULL;
    }
  }
  return tuple;
}

static PyObject *call_entry(PyObject *self, PyObject *const *arguments, Py_ssize_t given) {
  const entry *entry = &okawari_entries[PyLong_AsLong(self)];
  int64_t words[MOST_WORDS];
  cursor at = {entry, entry->kinds, entry->sizes, words};
  Py_ssize_t n = 0;
  for (; *at.kind != '>'; at.kind++, n++) {
    if (n == given) return wrong(entry, "an argument is missing");
    if (write_argument(&at, arguments[n])) return NULL;
  }
  if (n != given) return wrong(entry, "there are too many arguments");
  void *state = PyEval_SaveThread();
  int32_t status = entry->call(words);
  PyEval_RestoreThread(state);
  if (status) return PyErr_Format(PyExc_RuntimeError, "%s failed with status %d", entry->name, (int)status);
  return read_results(at.kind + 1, words);
}

static PyMethodDef methods[MOST_ENTRIES];
static PyModuleDef definition = {
    .m_base = {.ob_base = {1, NULL}}, .m_name = "_kernels", .m_doc = "The compiled kernels of Okawari.", .m_size = -1};

static int add_entry(PyObject *module, PyObject *name, int n) {
  methods[n].ml_name = okawari_entries[n].name;
  methods[n].ml_meth = (PyCFunction)(void (*)(void))call_entry;
  methods[n].ml_flags = METH_FASTCALL;
  PyObject *index = PyLong_FromLong(n);
  PyObject *function = index ? PyCFunction_NewEx(&methods[n], index, name) : NULL;
  int failed = !function || PyModule_AddObjectRef(module, okawari_entries[n].name, function);
  if (function) Py_DecRef(function);
  if (index) Py_DecRef(index);
  return failed;
}

PYTHON_EXPORT PyObject *PyInit__kernels(void) {
  PyObject *module = PyModule_Create2(&definition, PYTHON_API_VERSION);
  PyObject *name = module ? PyModule_GetNameObject(module) : NULL;
  int failed = !name || okawari_entry_count > MOST_ENTRIES || PyModule_AddStringConstant(module, "stamp", okawari_stamp);
  for (int n = 0; !failed && n < okawari_entry_count; n++) failed = add_entry(module, name, n);
  if (name) Py_DecRef(name);
  if (!failed) return module;
  if (module) Py_DecRef(module);
  return NULL;
}
