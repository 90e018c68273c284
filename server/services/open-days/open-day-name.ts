/** Name of an open day in messages: its title, with the school's name where the title does not contain it. */
export function openDayName({ title, school }: { title: string; school: string | null }): string {
  return school === null || title.includes(school) ? title : `${school}${title}`
}
