/** The field of a column's form with the score of a school by a criterion. */
export const scoreField = (schoolId: number, criterion: string) => `s_${schoolId}_${criterion}`

/** The field of a column's form with the note on a school. */
export const noteField = (schoolId: number) => `note_${schoolId}`
