import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listFields, listOf, picture, sortOf } from './fields.ts'

/** Places that show banners. */
const bannerPlaces = ['home', 'schoollist', 'toplist', 'openday'] as const

/** Banners of a city for one place, in the operator's order. */
export const listBanners = endpoint({
  method: 'GET',
  path: '/api/banners',
  summary: '横幅',
  input: z.object({
    ...listFields,
    sort: sortOf('operator'),
    place: z.enum(bannerPlaces, '位置不正确').default('home'),
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
