/** Where processes tell each other which accounts moved: `sender,id,id,…`. */
export const ACCOUNT_CHANNEL = 'account_changed'

/** Where they tell each other which high-water marks rose: `sender,id,mark,id,mark,…`, in dollars. */
export const HIGH_CHANNEL = 'high_water_mark_raised'

/** Where they tell each other which highs of trading days rose: `sender,id,date,high,…`. */
export const DAY_HIGH_CHANNEL = 'day_high_raised'
