import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { schoolPath } from '#app/paths.ts'
import { PartPage } from './part-page.tsx'
import { type SchoolPart, partNames, useSchool } from './school-data.ts'

/** Stands where a part of the school could not be shown, or has no such item; the school around it stays. */
export function PartError({ part }: { part: SchoolPart }) {
  const error = useRouteError()
  const school = useSchool()
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <PartPage title={missing ? '没有这一页' : `${partNames[part]}暂时打不开`}>
      <p>
        {missing
          ? '这条内容可能已经撤下，或者地址写错了。'
          : '这一部分暂时没有加载出来，学校的其他页面不受影响，可以稍后再试。'}
      </p>
      <p className="words section">
        <a className="word" href={schoolPath(school.id, part)}>
          全部{partNames[part]}
        </a>
        <a className="word" href={schoolPath(school.id)}>
          回到学校概况
        </a>
      </p>
    </PartPage>
  )
}
