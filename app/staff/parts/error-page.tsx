import { isRouteErrorResponse, Link, useLocation } from '@remix-run/react'
import { staffPrefix } from '#server/contract/staff/staff-paths.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { factorField, isFactorAsked, type FactorAsked } from '../access/factor-asked.ts'
import { isSessionOver, type SessionOver } from '../access/session-over.ts'
import { loginPath, todayPath } from '../paths.ts'
import { sectionOf, type Section } from '../sections.ts'
import { Field } from './field.tsx'
import { errorHeading } from './staff-meta.ts'
import styles from './error-page.module.css'

/** The page of an error: what happened, and what to do. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation()
  const data: unknown = isRouteErrorResponse(error) ? error.data : undefined
  if (isSessionOver(data)) return <SendAgain form={data} />
  if (isFactorAsked(data)) return <FactorForm form={data} />
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
  return (
    <>
      <h1 tabIndex={-1}>登录已结束</h1>
      <p className={styles.text}>
        还没有提交，您填写的文字都在{hadFiles ? '，文件要重新选择' : ''}。请在新窗口重新登录，再回到这里提交。
      </p>
      {/* A plain form: the page that it leads to is loaded anew. */}
      <form method="post" action={action} className={styles.links} {...encodingOf(texts)}>
        <HiddenTexts texts={texts} />
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

/** The form that needs a fresh second factor: sent again with one, as it was. */
function FactorForm({ form: { action, texts, problem } }: { form: FactorAsked }) {
  const { pathname } = useLocation()
  const section = sectionOf(pathname)
  const back = section?.path ?? todayPath
  return (
    <>
      <h1 tabIndex={-1}>再输入一次动态码</h1>
      <p className={styles.text}>
        要做的事关系到成员或家长的资料，离上次输入动态码超过了 10 分钟。还没有提交，您填写的都在；确认后 10
        分钟内不再问。
      </p>
      <ErrorSummary problem={problem} />
      {/* A plain form: the page, or the file, that it leads to is loaded anew. */}
      <form method="post" action={action} noValidate {...encodingOf(texts)}>
        <HiddenTexts texts={texts} />
        <Field
          label="动态码"
          name={factorField}
          form={{ values: {}, problem }}
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="验证器应用里现在显示的 6 位数字；刚用过的要等它换成下一个"
        />
        <p className={styles.links}>
          <button className="button" type="submit">
            确认并提交
          </button>
          <Link className="button quiet" to={back}>
            回到{section?.label ?? '今天'}
          </Link>
        </p>
      </form>
    </>
  )
}

function HiddenTexts({ texts }: { texts: SessionOver['texts'] }) {
  return texts.map(([name, value], at) => (
    // oxlint-disable-next-line react/no-array-index-key -- names repeat, and the list never changes
    <input key={at} type="hidden" name={name} value={value} />
  ))
}

function encodingOf(texts: SessionOver['texts']) {
  const isLong = texts.reduce((sum, [, value]) => sum + value.length, 0) > longTexts
  return isLong ? ({ encType: 'multipart/form-data' } as const) : {}
}
