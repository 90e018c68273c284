import { redirect } from '@remix-run/node'
import { todayPath } from '../paths.ts'

/** `/staff/`: the first page of a member. */
export function loader() {
  return redirect(todayPath)
}
