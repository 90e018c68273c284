import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listFields, listOf, picture, sortOf } from '../fields.ts'
import type { Term } from '../vocabulary.ts'

/** Places that show banners. */
export const bannerPlaces = [
  { slug: 'home', label: '首页' },
  { slug: 'schoollist', label: '学校列表' },
  { slug: 'toplist', label: '榜单' },
  { slug: 'openday', label: '开放日' },
] as const satisfies readonly Term[]

/** Banners of a city for one place, in the operator's order. */
export const listBanners = endpoint({
  method: 'GET',
  path: '/api/banners',
  summary: '横幅',
  input: z.object({
    ...listFields,
    sort: sortOf('operator'),
    place: z
      .enum(
        bannerPlaces.map(({ slug }) => slug),
        '位置不正确',
      )
      .default('home'),
  }),
  data: listOf(
    z.object({
      id: z.int(),
      title: z.string(),
      subtitle: z.string().optional(),
      href: z.string(),
      picture,
      paid: z.boolean(),
    }),
  ),
})
