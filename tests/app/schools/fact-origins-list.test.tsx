// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FactOrigins } from '#app/schools/fact-origins.tsx'

test('the list stands right behind what opens it: the style that shows it asks for that', () => {
  const { container } = render(
    <FactOrigins
      title="每一项的来源和日期"
      origins={[{ facts: '电话', source: '名录', days: '日期未注明' }]}
    />,
  )
  expect(container.querySelector('details + ul')?.textContent).toContain('电话：名录，日期未注明')
})
