import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { contentKinds } from '#server/contract/staff/content.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { contentKindPath, draftsPath } from '../../content-paths.ts'
import { completenessPath } from '../../fact-paths.ts'
import styles from './content-kinds.module.css'
import { contentRights } from './content-rights.server.ts'

export const meta: MetaFunction = (page) => staffMeta('内容', page)

/** `/staff/content/`: the kinds of content; to a school's members those that a school has. */
export async function loader(args: LoaderFunctionArgs) {
  const { mayPropose, mayWrite, isOfSchool } = await contentRights(staffApi(args))
  const kinds = contentKinds.filter(({ slug, ofSchool }) => !isOfSchool || ofSchool || slug === 'schools')
  return { kinds, mayPropose, mayWrite }
}

export default function ContentKindsPage() {
  const { kinds, mayPropose, mayWrite } = useLoaderData<typeof loader>()
  return (
    <Page
      title="内容"
      intro={introFor(mayPropose, mayWrite)}
      actions={
        mayPropose ? (
          <>
            {mayWrite ? (
              <Link className="button quiet" to={completenessPath}>
                资料完整度
              </Link>
            ) : null}
            <Link className="button quiet" to={draftsPath}>
              草稿
            </Link>
          </>
        ) : undefined
      }
    >
      <ul className={styles.kinds}>
        {kinds.map(({ slug, label }) => (
          <li key={slug}>
            <Link to={contentKindPath(slug)}>{label}</Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}

function introFor(mayPropose: boolean, mayWrite: boolean): string {
  if (mayWrite) return '一条一条修改网站上的内容：先存为草稿，看过改动再发布。成批修改用导入。'
  return mayPropose
    ? '一条一条修改网站上的内容：先存为草稿，提交以后由编辑审核、发布。'
    : '网站上的内容，只能查看；有错请告诉编辑。'
}
