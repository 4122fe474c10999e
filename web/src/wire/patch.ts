// What has changed in a message since the one before.

/**
 * New values by path. A path such as `seats/2/online` leads through the fields of objects and the places of lists; the
 * place after the last item of a list appends.
 */
export type Patch = Record<string, unknown>;

type Container = unknown[] | Record<string, unknown>;

/** The value after a patch. It shares all parts that have not changed with the value before, which stays as it was. */
export function patched<T extends object>(before: T, patch: Patch = {}): T {
  const changes = Object.entries(patch);
  if (!changes.length) return before;
  const after = { ...before };
  const copies = new Set<Container>();
  for (const [path, value] of changes) {
    const way = path.split('/');
    const field = way.pop()!;
    put(
      way.reduce((container, part) => openPart(container, part, copies), asContainer(after)),
      field,
      value,
    );
  }
  return after;
}

/** A container within another, as a copy that may be changed: each is copied once, when it is first opened. */
function openPart(container: Container, part: string, copies: Set<Container>): Container {
  if (!Object.hasOwn(container, part)) throw new Error(`Nothing to patch at ${part}.`);
  const inner = asContainer(Array.isArray(container) ? container[Number(part)] : container[part]);
  if (copies.has(inner)) return inner;
  const copy = Array.isArray(inner) ? [...inner] : { ...inner };
  copies.add(copy);
  put(container, part, copy);
  return copy;
}

function put(container: Container, field: string, value: unknown): void {
  if (!Array.isArray(container)) container[field] = value;
  else if (Number(field) <= container.length) container[Number(field)] = value;
  else throw new Error(`No place ${field} in a list of ${container.length}.`);
}

function asContainer(value: unknown): Container {
  if (!isContainer(value)) throw new Error('Only objects and lists can be patched.');
  return value;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
