/**
 * The HTTP statuses of a provider that is asked too often or is out of order for a moment: the same message
 * may be taken a minute later. Any other answer says that it is not (decision 308).
 */
export const isPassingStatus = (httpStatus: number): boolean =>
  httpStatus === 408 || httpStatus === 425 || httpStatus === 429 || httpStatus >= 500
