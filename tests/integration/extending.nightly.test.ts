import './extending.test'
