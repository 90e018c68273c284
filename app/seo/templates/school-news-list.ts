import type { Template } from '../template.ts'

/** Texts of the route `schoolNewsList`. */
export const schoolNewsListTemplate: Template = {
  title: '{school}动态_{extra3}_校园新闻{extra2}',
  keywords: '{school}动态,{school}新闻,{school}活动',
  description: '{school}({extra3})最新的校园新闻、活动与招生消息{extra1}{extra2}。',
}
