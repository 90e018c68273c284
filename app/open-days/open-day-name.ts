/** The name of an open day: its title, after the name of its school where the title does not contain it. */
export function openDayName({
  title,
  school,
}: {
  title: string
  school?: { name: string } | undefined
}): string {
  return school === undefined || title.includes(school.name) ? title : `${school.name} ${title}`
}
