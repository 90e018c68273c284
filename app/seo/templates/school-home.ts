import type { Template } from '../template.ts'

/** Texts of the route `schoolHome`. */
export const schoolHomeTemplate: Template = {
  title: '{school}({extra3})学费_招生_课程_地址_{year}',
  keywords: '{school},{school}学费,{school}招生,{school}地址,{extra1}',
  description: '{school}{extra2}。{year}学费、招生条件、课程、师资、毕业去向、校园环境与开放日,一页看清。',
}
