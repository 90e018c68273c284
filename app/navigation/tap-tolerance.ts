/** How far a finger may move in a tap, in px (specification section 9). */
export const tapTolerance = 5
