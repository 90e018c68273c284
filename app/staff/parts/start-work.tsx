import { Form } from '@remix-run/react'
import { leadQueuePath } from '../paths.ts'

/** The button that opens the next lead to be called. */
export function StartWork() {
  return (
    <Form method="post" action={leadQueuePath}>
      <p>
        <button className="button" type="submit" name="press" value="next">
          开始工作
        </button>
      </p>
    </Form>
  )
}
