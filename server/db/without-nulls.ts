type WithoutNulls<Row> = {
  [Name in keyof Row]: null extends Row[Name] ? Exclude<Row[Name], null> | undefined : Row[Name]
}

/** A row with SQL's nulls as absent values. */
export function withoutNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value ?? undefined]),
  ) as WithoutNulls<Row>
}
