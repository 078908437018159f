export const REASON_MAX = 256

/** Whether a text is a reason that the service takes. */
export const isReason = (text: string): boolean => text.trim() !== '' && text.trim().length <= REASON_MAX
