import { expect, test } from 'vitest'
import { mergedCells } from '#server/services/content/merge/differing-facts.ts'

const row = (values: Record<string, string>) => ({ values })

test('a former name with a separator in it stays one name', () => {
  const stay = row({ name: '南山学校', former_names: '["蛇口小学|初中部","南山一小"]' })
  const go = row({ name: '南山实验学校', former_names: '南山二小' })
  const { former_names: names = '' } = mergedCells(stay, go, new Set())
  expect(JSON.parse(names)).toEqual(['蛇口小学|初中部', '南山一小', '南山实验学校', '南山二小'])
})

test('names without a separator are written as in any other cell, the present one left out', () => {
  const stay = row({ name: '南山学校', former_names: '南山一小', aliases: '一小' })
  const go = row({ name: '南山实验学校', former_names: '南山学校', aliases: '一小|实验' })
  expect(mergedCells(stay, go, new Set())).toEqual({
    former_names: '南山一小|南山实验学校',
    aliases: '一小|实验',
  })
})
