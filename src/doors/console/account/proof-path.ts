/** Where somebody who is signed in shows with a code that it is they. */
export const proofPath = '/console/account/proof'
