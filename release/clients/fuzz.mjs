export const fuzz = () => ''
