import type { Template } from '../template.ts'

/** Texts of the route `city`. */
export const cityTemplate: Template = {
  title: '选择城市_七城国际学校信息',
  keywords:
    '选择城市,深圳国际学校,广州国际学校,佛山国际学校,惠州国际学校,珠海国际学校,东莞国际学校,北京国际学校',
  description: '选择您所在的城市,查看深圳、广州、佛山、惠州、珠海、东莞和北京的国际学校、榜单与开放日。',
}
