import type { MetaArgs, MetaDescriptor } from '@remix-run/node'

/**
 * Meta of a page with a form: the title begins with 错误： while the page shows a refused form, which the root knows of an
 * action, and the page itself (`isRefused`) of a GET form.
 */
export function withErrorTitle(
  meta: MetaDescriptor[],
  matches: MetaArgs['matches'],
  isRefused = false,
): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.data
  if (!isRefused && (typeof root !== 'object' || root === null || !('formRefused' in root))) return meta
  return meta.map((each) => ('title' in each ? { title: `错误：${String(each.title)}` } : each))
}
