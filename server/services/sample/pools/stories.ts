import type { Story } from '../themes/theme.ts'
import type { Pooled } from './pool.ts'

/** News that any school may have. */
export const stories: readonly Pooled<Story>[] = [
  [
    {
      title: '新学期第一天，校长在门口收了两百张纸条',
      month: 9,
      picture: 'openday',
      body: ['每位[kid]写下一件这学期想学会的小事，投进校门口的木箱。'],
    },
  ],
]
