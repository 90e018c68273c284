import { contactPath, schoolListPath } from '#app/paths.ts'
import type { City } from '#server/contract/cities.ts'
import type { TextSection } from './text-section.ts'

/** Sections of the page about the operator's advisors, whom it describes in its own words. */
export function advisorSections(advisors: string[]): TextSection[] {
  return [
    { id: 'who', heading: '小帮美是谁', paragraphs: advisors },
    {
      id: 'safe',
      heading: '您的信息',
      paragraphs: [
        '不需要孩子的姓名和生日。电话加密保存，只用于这一次回电。没有您的单独同意，不会转给任何学校；不需要了，随时可以撤回和删除。',
      ],
    },
  ]
}

/** Sections of the same page of an operator without advisors. */
export function noAdvisorSections(city: City): TextSection[] {
  return [
    {
      id: 'instead',
      heading: '可以自己看',
      paragraphs: ['学校列表、搜索和对比不用登录，也不用顾问。'],
      links: [
        { href: schoolListPath(city), label: `看${city.name}的学校` },
        { href: contactPath, label: '联系我们' },
      ],
    },
  ]
}
