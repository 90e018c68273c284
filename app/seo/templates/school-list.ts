import type { Template } from '../template.ts'

/** Texts of the route `schoolList`. */
export const schoolListTemplate: Template = {
  title: '{extra1}{city}{q}学校名单_{year}学费与招生{extra2}',
  keywords: '{city}{q}学校,{city}{q}学校名单,{city}{q}学校学费',
  description: '{year}{city}{q}学校名单{extra3}:按区域、学段、课程、寄宿和学费筛选,比较学费、课程与招生。',
}
