import { placeWords, type Template } from '../template.ts'

/** Texts of the route `home`. */
export const homeTemplate: Template = {
  title: '{year}{city}国际学校择校_{city}国际学校信息大全',
  keywords: `${placeWords},{city}国际学校排名,{city}国际学校学费`,
  description:
    '{year}{city}国际学校、双语学校和民办学校信息:学费、课程、师资、招生和开放日,一页看清。按区域、学段、课程和预算筛选,帮家长为孩子选到合适的学校。',
}
