import { placeWords, type Template } from '../template.ts'

/** Texts of the route `promote`. */
export const promoteTemplate: Template = {
  title: '{year}{city}国际学校推荐_招生季专题',
  keywords: `${placeWords},{extra1}`,
  description: '{year}{city}招生季专题:{extra2}等学校的特色、学费与招生安排。{extra3}',
}
