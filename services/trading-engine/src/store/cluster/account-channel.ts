/** Where processes tell each other which accounts moved: `sender,id,id,…`. */
export const ACCOUNT_CHANNEL = 'account_changed'
