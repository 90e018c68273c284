import { useDocument } from '#app/document-context.ts'

type Props = { error: unknown; status: number }

/** The page of an error that no route caught: the message, a reference for the operator, and links on. */
export function FatalError({ status }: Props) {
  const { reference } = useDocument()
  return (
    <main id="main">
      <h1>{status === 404 ? '页面不存在' : '页面出错了'}</h1>
      <p data-reference={reference}>编号 {reference}</p>
      <p>
        <a href="/">返回首页</a>
      </p>
    </main>
  )
}
