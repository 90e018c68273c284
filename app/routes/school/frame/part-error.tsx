import { ChildLink } from '#app/child/child-link.tsx'
import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { schoolPath } from '#app/paths.ts'
import { PartPage } from './part-page.tsx'
import { type SchoolPart, partNames, useSchool } from '#app/schools/school-data.ts'

/** Error boundary content of a section; the frame of the school stays. */
export function PartError({ part }: { part: SchoolPart }) {
  const error = useRouteError()
  const school = useSchool()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const missing = status === 404
  const data: unknown = isRouteErrorResponse(error) ? error.data : undefined
  const message = status >= 500 && hasMessage(data) ? `${data.message}。` : ''
  const gone = status === 410
  return (
    <PartPage title={gone ? '内容已撤下' : missing ? '没有这一页' : `${partNames[part]}暂时打不开`}>
      <p>
        {gone
          ? '这条内容已经撤下，不再提供原文。'
          : missing
            ? '这条内容可能已经撤下，或网址有误。'
            : `${message}这一部分暂时没有加载出来，学校的其他页面不受影响，可以稍后再试。`}
      </p>
      <p className="words section">
        <ChildLink className="word" href={schoolPath(school.id, part)}>
          全部{partNames[part]}
        </ChildLink>
        <ChildLink className="word" href={schoolPath(school.id)}>
          回到学校概况
        </ChildLink>
      </p>
    </PartPage>
  )
}

function hasMessage(data: unknown): data is { message: string } {
  return typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string'
}
