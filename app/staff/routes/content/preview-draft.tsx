import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { previewDraft } from '#server/contract/staff/draft-preview.ts'
import { getDraft } from '#server/contract/staff/drafts.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { draftPath, draftPreviewPath, draftPublicPagePath } from '../../content-paths.ts'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { kindName } from './content-texts.ts'
import styles from './preview-draft.module.css'
import { publicPagesOf } from './public-pages.ts'

export const meta: MetaFunction<typeof loader> = (page) =>
  staffMeta(page.data === undefined ? '预览' : `${page.data.title}_预览`, page)

/** `/staff/drafts/{id}/preview/`: the visitors' pages as they will be when the draft is published, on a phone or a computer. */
export async function loader(args: LoaderFunctionArgs) {
  const id = args.params['id'] ?? ''
  const api = staffApi(args)
  const { title, kind, problems, outdated, state } = await api.load(getDraft, { id })
  const query = new URL(args.request.url).searchParams
  const about = { id, title, kind, isWide: query.get('width') === 'wide' }
  if (problems.length > 0 || outdated) return { ...about, pages: [], at: 0 }
  if (state === 'published' || state === 'discarded') return { ...about, pages: [], at: 0 }
  const facts = await api.load(previewDraft, { id, calls: [] })
  const pages = publicPagesOf(kind, facts)
  const at = Number(query.get('page') ?? '0')
  return { ...about, pages, at: pages[at] === undefined ? 0 : at }
}

export default function PreviewDraftPage() {
  const { id, title, kind, pages, at, isWide } = useLoaderData<typeof loader>()
  const page = pages[at]
  return (
    <Page
      title={`预览：${title}`}
      intro={
        <>
          {kindName(kind)} · <Link to={draftPath(id)}>回到草稿</Link>
        </>
      }
    >
      {page === undefined ? (
        <Notice tone="warn">
          现在不能预览：草稿已经结束，或者还有要改的地方。<Link to={draftPath(id)}>看草稿</Link>
        </Notice>
      ) : (
        <>
          <p>发布以后访客看到的页面。预览里的按钮不能用，链接在新窗口打开现在的网站。</p>
          <nav aria-label="预览的页面" className={styles.choices}>
            {pages.map(({ label }, place) => (
              <Link
                key={label}
                className="button quiet"
                aria-current={place === at ? 'true' : undefined}
                to={draftPreviewPath(id, { page: place, isWide })}
              >
                {label}
              </Link>
            ))}
          </nav>
          <nav aria-label="预览的宽度" className={styles.choices}>
            <Link
              className="button quiet"
              aria-current={isWide ? undefined : 'true'}
              to={draftPreviewPath(id, { page: at, isWide: false })}
            >
              手机
            </Link>
            <Link
              className="button quiet"
              aria-current={isWide ? 'true' : undefined}
              to={draftPreviewPath(id, { page: at, isWide: true })}
            >
              电脑
            </Link>
            <a
              className="button quiet"
              href={draftPublicPagePath(id, page.path)}
              target="_blank"
              rel="noreferrer"
            >
              在新窗口打开
            </a>
          </nav>
          <iframe
            className={isWide ? styles.wide : styles.phone}
            sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
            title={`${page.label}的预览`}
            src={draftPublicPagePath(id, page.path)}
          />
        </>
      )}
    </Page>
  )
}
