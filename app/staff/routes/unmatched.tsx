import { data } from '@remix-run/node'

/** Any other address below `/staff/`. */
export function loader(): never {
  throw data({ message: '网址有误，或者内容已经不在了。' }, { status: 404 })
}

/** Never shown: the layout's error page is. */
export default function UnmatchedPage() {
  return null
}
