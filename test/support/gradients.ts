/** Backgrounds with gradients of every kind that the layout engine paints. */
export const gradients = [
  'background:linear-gradient(90deg, #ff0080, #7928ca)',
  'background:linear-gradient(to top right, red, yellow 30%, blue)',
  'background:linear-gradient(33deg, #f00 10%, #00f 60%, #0f0 60%, #fff)',
  'background:#fff linear-gradient(200deg, rgba(255,0,0,0), #00f);border-radius:20px',
  'background:#abc linear-gradient(135deg, #00000080 -20%, #ffff0040 130%)',
  'background:-webkit-linear-gradient(left, #f00, #00f)',
  'background:linear-gradient(#f00, #00f);border:6px solid #333;border-radius:14px',
  'background:linear-gradient(red, blue) no-repeat center/50% 30px #eee',
  'background-image:linear-gradient(rgba(255,255,255,.7), rgba(255,255,255,0)), radial-gradient(circle, #f0f, #0ff)',
  'background:radial-gradient(circle, red, blue)',
  'background:radial-gradient(circle closest-side at 30% 40%, red, transparent)',
  'background:radial-gradient(at top left, #fff, #36c 40%, #012)',
  'background:radial-gradient(120px 40px at 100px 50px, red 0%, blue 50%, white 150%)',
  'background:repeating-linear-gradient(45deg, #eee 0 10px, #ccc 10px 20px)',
  'background:repeating-radial-gradient(circle at 40px 50px, #eee 0 10px, #69c 10px 20px)',
  'background-image:linear-gradient(45deg, #f00 25%, transparent 25%, transparent 75%, #f00 75%);background-size:20px 20px',
] as const
