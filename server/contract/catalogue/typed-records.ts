/** The keys of an object that has no others than its type names. */
export function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets the names
  return Object.keys(record) as Name[]
}

/** Some properties of an object. */
export function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>
}

/** An object without some of its properties. */
export function omit<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Omit<Whole, Name> {
  const left: readonly PropertyKey[] = names
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !left.includes(name))) as Omit<
    Whole,
    Name
  >
}

/** A record with a value for each of some names. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  // Chrome 64 has no Object.fromEntries, and modules of pages call this as they begin.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- filled by the loop
  const record = {} as Record<Name, Value>
  for (const name of names) record[name] = valueOf(name)
  return record
}

/** The word of a closed list that a stored text is. Throws for any other text. */
export function wordOf<const Word extends string>(words: readonly Word[], stored: string): Word {
  const found = words.find((word) => word === stored)
  if (found === undefined) throw new Error(`stored value ${stored} is none of ${words.join(', ')}`)
  return found
}
