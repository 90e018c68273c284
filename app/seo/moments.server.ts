type Moments = readonly (string | undefined)[]

function inOrder(moments: Moments): string[] {
  return moments
    .filter((moment) => moment !== undefined)
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
}

/** The earliest of some moments in ISO 8601; undefined without one. */
export function earliestOf(moments: Moments): string | undefined {
  return inOrder(moments)[0]
}

/** The latest of some moments in ISO 8601; undefined without one. */
export function latestOf(moments: Moments): string | undefined {
  return inOrder(moments).at(-1)
}
