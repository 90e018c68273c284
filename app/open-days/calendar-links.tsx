import { isWechat } from '#app/share/is-wechat.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type Props = {
  /** Address of an iCalendar file. */
  path: string
  /** Origin of absolute addresses; undefined when it is not known, or for one entry: then one cannot subscribe. */
  origin?: string | undefined
  /** What the first link does, where the file takes entries back. */
  label?: string | undefined
}

/**
 * Links that add the entries of an iCalendar file to a calendar once, or subscribe to them. In WeChat without those that do
 * nothing: it opens no webcal address, and on Android no calendar file.
 */
export function CalendarLinks({ path, origin, label = '添加到日历' }: Props) {
  const inWechat = useHydrated() && isWechat()
  return (
    <>
      {inWechat && /Android/.test(navigator.userAgent) ? null : (
        <a className="word" href={path} rel="nofollow" download>
          {label}
        </a>
      )}
      {origin === undefined || inWechat ? null : (
        <a className="word" href={origin.replace(/^https?/, 'webcal') + path}>
          订阅日历
        </a>
      )}
    </>
  )
}
