import type { Template } from '../template.ts'

/** Texts of the route `schoolAbout`. */
export const schoolAboutTemplate: Template = {
  title: '{school}简介_{extra3}_校园环境与办学理念',
  keywords: '{school}简介,{school}怎么样,{school}校园环境',
  description: '{school}{extra1}位于{city}{extra2},这里有学校的办学理念、课程特色、校园设施与校园照片。',
}
