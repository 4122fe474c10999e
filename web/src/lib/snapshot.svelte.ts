/** A value without the proxies of reactive state, which cannot be sent to a worker. */
export function snapshot<Value>(value: Value): Value {
  return $state.snapshot(value) as Value;
}
