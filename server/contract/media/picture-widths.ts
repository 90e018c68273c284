/** Widths in pixels of served renditions, narrowest first: exactly those that layouts request. */
export const pictureWidths = [160, 320, 640, 960, 1280] as const
