/** The widths in pixels in which the site serves a kept picture, the narrowest first: those that layouts ask for, and no other. */
export const pictureWidths = [160, 320, 640, 960, 1280] as const
