type Props = {
  /** Address of an iCalendar file. */
  path: string
  /** Origin of absolute addresses; undefined when it is not known: then one cannot subscribe. */
  origin: string | undefined
}

/** Links that add the entries of an iCalendar file to a calendar once, or subscribe to them. */
export function CalendarLinks({ path, origin }: Props) {
  return (
    <>
      <a className="word" href={path} download>
        添加到日历
      </a>
      {origin === undefined ? null : (
        <a className="word" href={origin.replace(/^https?/, 'webcal') + path}>
          订阅日历
        </a>
      )}
    </>
  )
}
