import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ContentDiff, PublishedCells } from '#app/staff/routes/content/content-diff.tsx'

const withdrawal = [
  { field: 'withdrawn_at', label: '撤回时间', before: '2026-11-27 12:11', after: '2026-11-27T04:11:47.632Z' },
]

test('a published draft shows what it brought, not a change from itself to itself', () => {
  const html = renderToStaticMarkup(<PublishedCells fields={[]} differences={withdrawal} />)
  expect(html).toContain('撤下的时间')
  expect(html.match(/2026年11月27日 12:11/g)).toHaveLength(1)
  expect(html).not.toMatch(/withdrawn_at|<del>/)
})

test('a column that no form has is called by its name', () => {
  const differences = [{ field: 'likes', label: '点赞', before: '1', after: '2' }]
  const html = renderToStaticMarkup(
    <ContentDiff fields={[]} differences={[...withdrawal, ...differences]} sides={['原来', '改成']} />,
  )
  expect(html).toMatch(/撤下的时间[^]*2026年11月27日 12:11[^]*点赞/)
})
