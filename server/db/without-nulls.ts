type WithoutNulls<Row> = {
  [Name in keyof Row]: null extends Row[Name] ? Exclude<Row[Name], null> | undefined : Row[Name]
}

/** A row with undefined in place of null. */
export function withoutNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  const entries = Object.entries(row).map(([name, value]: [string, unknown]) => [name, value ?? undefined])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names
  return Object.fromEntries(entries) as WithoutNulls<Row>
}
