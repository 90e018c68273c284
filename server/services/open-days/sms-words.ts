/** An open day in a message: its title, and its school's name where the title does not say it. */
export function openDayName({ title, school }: { title: string; school: string | null }): string {
  return school === null || title.includes(school) ? title : `${school}${title}`
}

const format = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** The beginning of an open day in a message: `12月5日 09:30`. */
export function openDayTime(moment: Date): string {
  return format.format(moment)
}
