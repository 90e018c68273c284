/** Where leads are told to the operator's CRM, and the secret under which they are signed. */
export type CrmConfig = { url: string; secret: string }
