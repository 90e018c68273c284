/** An open day in a message: its title, and its school's name where the title does not say it. */
export function openDayName({ title, school }: { title: string; school: string | null }): string {
  return school === null || title.includes(school) ? title : `${school}${title}`
}
