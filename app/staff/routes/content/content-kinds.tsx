import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { contentKinds } from '#server/contract/staff/content.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { contentKindPath, draftsPath } from '../../content-paths.ts'
import styles from './content-kinds.module.css'

export const meta: MetaFunction = (page) => staffMeta('内容', page)

/** `/staff/content/`: the kinds of content. */
export async function loader(args: LoaderFunctionArgs) {
  await staffApi(args).load(getStaffMe, {})
  return {}
}

export default function ContentKindsPage() {
  return (
    <Page
      title="内容"
      intro="一条一条修改网站上的内容：先存为草稿，看过改动再发布。成批修改用导入。"
      actions={
        <Link className="button quiet" to={draftsPath}>
          草稿
        </Link>
      }
    >
      <ul className={styles.kinds}>
        {contentKinds.map(({ slug, label }) => (
          <li key={slug}>
            <Link to={contentKindPath(slug)}>{label}</Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
