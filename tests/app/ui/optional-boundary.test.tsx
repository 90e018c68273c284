// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { OptionalBoundary } from '#app/ui/optional-boundary.tsx'

function FailsInEffect() {
  useLayoutEffect(() => {
    throw new Error('an engine that lacks something')
  }, [])
  return <p>line of progress</p>
}

test('a part that fails in an effect is removed and reported without affecting the page', () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const reported = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', reported)
  const { container } = render(
    <main>
      <h1>弦歌公学</h1>
      <OptionalBoundary>
        <FailsInEffect />
      </OptionalBoundary>
    </main>,
  )
  expect(container.innerHTML).toBe('<main><h1>弦歌公学</h1></main>')
  expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('an engine that lacks something'))
  // React says it too.
  expect(said).toHaveBeenCalled()
  said.mockClear()
  vi.unstubAllGlobals()
})
