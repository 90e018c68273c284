/** How far a finger may move and still tap, in px (specification section 9). */
export const tapTolerance = 5
