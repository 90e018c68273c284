import { useEffect, useLayoutEffect } from 'react'

/** `useLayoutEffect` in browsers; `useEffect` on the server, where React warns of layout effects. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
