import { isRouteErrorResponse, Link, useLocation } from '@remix-run/react'
import { staffPrefix } from '#server/contract/staff/staff-paths.ts'
import { isSessionOver, type SessionOver } from '../access/session-over.ts'
import { loginPath, todayPath } from '../paths.ts'
import { sectionOf, type Section } from '../sections.ts'
import { errorHeading } from './staff-meta.ts'
import styles from './error-page.module.css'

/** The page of an error: what happened, and what to do. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation()
  const data: unknown = isRouteErrorResponse(error) ? error.data : undefined
  if (isSessionOver(data)) return <SendAgain form={data} />
  const isServerError = !isRouteErrorResponse(error) || error.status >= 500
  const section = backTo(error, pathname)
  return (
    <>
      <h1 tabIndex={-1}>{errorHeading(error)}</h1>
      <p className={styles.text}>{messageOf(data, isServerError)}</p>
      <p className={styles.links}>
        {isServerError ? (
          <Link className="button" reloadDocument to={`${pathname}${search}`}>
            再试一次
          </Link>
        ) : null}
        {section === undefined ? null : (
          <Link className={isServerError ? 'button quiet' : 'button'} to={section.path}>
            回到{section.label}
          </Link>
        )}
        <Link className={isServerError || section !== undefined ? 'button quiet' : 'button'} to={todayPath}>
          回到今天
        </Link>
      </p>
    </>
  )
}

/** The section of a page that failed, unless it is the page, or closed to the member. */
function backTo(error: unknown, pathname: string): Section | undefined {
  const section = sectionOf(pathname)
  const isClosed = isRouteErrorResponse(error) && error.status === 403
  return isClosed || pathname === section?.path || section?.path === todayPath ? undefined : section
}

function messageOf(data: unknown, isServerError: boolean): string {
  if (typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string')
    return data.message
  return isServerError ? '服务器没能完成这个页面，问题已经记录下来。' : '网址有误，或者内容已经不在了。'
}

/** Characters beyond which texts are sent as members send files: the usual form has 64 KB. */
const longTexts = 5000

/** The form that was sent after the session had ended: to be sent again once somebody has logged in beside it. */
function SendAgain({ form: { action, texts, hadFiles } }: { form: SessionOver }) {
  const isLong = texts.reduce((sum, [, value]) => sum + value.length, 0) > longTexts
  return (
    <>
      <h1 tabIndex={-1}>登录已结束</h1>
      <p className={styles.text}>
        还没有提交，您填写的文字都在{hadFiles ? '，文件要重新选择' : ''}。请在新窗口重新登录，再回到这里提交。
      </p>
      {/* A plain form: the page that it leads to is loaded anew. */}
      <form
        method="post"
        action={action}
        className={styles.links}
        {...(isLong ? { encType: 'multipart/form-data' } : {})}
      >
        {texts.map(([name, value], at) => (
          // oxlint-disable-next-line react/no-array-index-key -- names repeat, and the list never changes
          <input key={at} type="hidden" name={name} value={value} />
        ))}
        <a
          className="button"
          href={staffPrefix.slice(0, -1) + loginPath()}
          target="_blank"
          rel="noopener noreferrer"
        >
          在新窗口登录
        </a>
        <button className="button quiet" type="submit">
          登录好了，再次提交
        </button>
      </form>
    </>
  )
}
